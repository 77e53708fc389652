// A tiny harness: RUN("title", function) runs one test and prints "ok title" or "FAIL title" with
// what was wrong; main returns FINISH(). tests/native/native.test.mjs reads these lines.
#pragma once

#include <math.h>
#include <stdio.h>
#include <string.h>

// Programs run twice: optimised by gcc, and many times slower under the sanitizers, where what
// tries hundreds of cases may try a part of them.
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#define SANITIZED __has_feature(address_sanitizer)
#else
#define SANITIZED 0
#endif

static int checkFailures; // of the running test
static int checkFailedTests;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("  %s:%d: %s\n", __FILE__, __LINE__, #condition);                               \
            checkFailures++;                                                                       \
        }                                                                                          \
    } while (0)

#define CHECK_NEAR(actual, expected, tolerance)                                                    \
    do {                                                                                           \
        const double checkActual = (double)(actual);                                               \
        const double checkExpected = (double)(expected);                                           \
        if (!(fabs(checkActual - checkExpected) <= (double)(tolerance))) {                         \
            printf("  %s:%d: %s is %.12g, not %.12g\n", __FILE__, __LINE__, #actual, checkActual,  \
                checkExpected);                                                                    \
            checkFailures++;                                                                       \
        }                                                                                          \
    } while (0)

#define CHECK_TEXT(actual, expected)                                                               \
    do {                                                                                           \
        const char *checkText = (actual);                                                          \
        if (strcmp(checkText, (expected)) != 0) {                                                  \
            printf("  %s:%d: %s is \"%s\", not \"%s\"\n", __FILE__, __LINE__, #actual, checkText,  \
                (expected));                                                                       \
            checkFailures++;                                                                       \
        }                                                                                          \
    } while (0)

#define RUN(title, function)                                                                       \
    do {                                                                                           \
        checkFailures = 0;                                                                         \
        function();                                                                                \
        printf("%s %s\n", checkFailures ? "FAIL" : "ok", title);                                   \
        fflush(stdout);                                                                            \
        checkFailedTests += checkFailures > 0;                                                     \
    } while (0)

#define FINISH() (checkFailedTests ? 1 : 0)
