#include "base/status.h"

#include "base/maths.h"

#define MESSAGE_BYTES 1024u

static char message[MESSAGE_BYTES];
static uint32_t messageLength = 0;
static ww_Status lastStatus = WW_OK;

static void append(char c) {
    if (messageLength + 1 >= MESSAGE_BYTES) return;
    message[messageLength++] = c;
    message[messageLength] = '\0';
}

void wwFailText(const char *text) {
    while (*text) append(*text++);
}

ww_Status wwFail(ww_Status status, const char *text) {
    lastStatus = status;
    messageLength = 0;
    message[0] = '\0';
    wwFailText(text);
    return status;
}

static void appendInteger(uint32_t value) {
    char digits[10];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (count) append(digits[--count]);
}

// Scales a magnitude that is too large or too small for plain decimals to 1..10; its exponent. The
// limits round as the printed digits do.
static int takeExponent(float *magnitude) {
    int exponent = 0;
    if (*magnitude >= 1e7f) {
        for (; *magnitude >= 9.9999995f; exponent++) *magnitude /= 10.0f;
    } else if (*magnitude > 0.0f && *magnitude < 1e-5f) {
        for (; *magnitude < 0.9999995f; exponent--) *magnitude *= 10.0f;
    }
    return exponent;
}

// Up to six decimals without trailing zeros; 1e7 and above and below 1e-5 as mantissa and exponent.
// snprintf would cost 10 KB of wasm.
void wwFailNumber(float number) {
    if (number != number) return wwFailText("NaN");
    if (number < 0.0f) append('-');
    float magnitude = fabsf(number);
    if (!wwFinite(magnitude)) return wwFailText("Infinity");
    const int exponent = takeExponent(&magnitude);
    uint32_t whole = (uint32_t)magnitude;
    uint32_t decimals = (uint32_t)((magnitude - (float)whole) * 1e6f + 0.5f);
    // A float near 100 has no more than five true decimals: round away what is noise.
    const uint32_t noise = whole >= 1000 ? 1000 : whole >= 10 ? 100 : 1;
    decimals = (decimals + noise / 2) / noise * noise;
    if (decimals >= 1000000) {
        whole++;
        decimals = 0;
    }
    appendInteger(whole);
    if (decimals) {
        append('.');
        for (uint32_t unit = 100000; decimals; unit /= 10) {
            append((char)('0' + decimals / unit));
            decimals %= unit;
        }
    }
    if (exponent) {
        append('e');
        if (exponent < 0) append('-');
        appendInteger((uint32_t)(exponent < 0 ? -exponent : exponent));
    }
}

ww_Status wwLastStatus(void) {
    return lastStatus;
}

const char *wwLastMessage(void) {
    return message;
}
