// Chromium, driven: software GL, the same pixels on every run.
import { ToolError } from './process.mjs';
import { findChromium } from './setup.mjs';

const flags = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox',
    '--disable-quic', '--no-first-run', '--disable-background-networking',
    '--disable-component-update', '--disable-sync'];

/** A headless Chromium (playwright-core); `extraFlags` are added to the command line. */
export async function launchChromium(extraFlags = []) {
    const executablePath = findChromium();
    if (!executablePath) throw new ToolError('no Chromium: run "node tools/setup.mjs browser"');
    const { chromium } = await import('playwright-core');
    return chromium.launch({ executablePath, headless: true, args: [...flags, ...extraFlags] });
}

// Reading pixels stalls, which is what tests and pictures do.
const harmless = /GPU stall due to ReadPixels/;

/** Collects what goes wrong in a page: console errors and warnings, exceptions, failed requests. */
export function watch(page) {
    const problems = [];
    page.on('console', (message) => {
        const isProblem = ['error', 'warning'].includes(message.type());
        if (isProblem && !harmless.test(message.text())) problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(error.stack ?? error.message));
    page.on('requestfailed', (request) => problems.push(`${request.url()} failed`));
    return problems;
}
