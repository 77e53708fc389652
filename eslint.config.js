import js from '@eslint/js';
import globals from 'globals';

export default [
    { ignores: ['build/', 'dist/', 'out/', '**/node_modules/'] },
    js.configs.recommended,
    {
        rules: {
            'eqeqeq': 'error',
            'no-var': 'error',
            'prefer-const': 'error',
            'no-unused-vars': ['error', { args: 'after-used' }],
        },
    },
    {
        files: ['web/**/*.js', 'examples/**/*.js', 'tools/**/*.mjs'],
        rules: {
            'max-lines': ['error', 400],
            'max-lines-per-function': ['error', 80],
        },
    },
    { files: ['web/**/*.js'], languageOptions: { globals: globals.browser } },
    { files: ['examples/**/*.js'], languageOptions: { globals: globals.browser } },
    {
        // These run in both: functions in render tests are sent to the page.
        files: ['tools/**/*.mjs', 'shaders/*.mjs', 'tests/**/*.{js,mjs}'],
        languageOptions: { globals: { ...globals.node, ...globals.browser } },
    },
];
