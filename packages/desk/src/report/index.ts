/** `@ludoforge/desk/report`: balance in words and plots, for the command and the page. */
export {}
