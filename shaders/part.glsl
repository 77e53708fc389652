// Number of the part that a draw of several meshes is at. Included first: directives need lines of
// their own.
#ifdef MULTI_DRAW
#define partNumber gl_DrawID
#else
uniform int partNumber;
#endif
