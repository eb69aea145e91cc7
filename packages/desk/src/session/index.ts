/** `@ludoforge/desk/session`: follows a rulebook while it is edited. For workers. */
export {}
