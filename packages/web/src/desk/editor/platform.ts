/** How keys are called on this computer. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** The key for commands: ⌘ on a Mac, Ctrl elsewhere. */
export const modKey = isMac ? '⌘' : 'Ctrl '
export const altKey = isMac ? '⌥' : 'Alt '

/** Whether the key for commands is down. */
export const isMod = (event: { readonly metaKey: boolean; readonly ctrlKey: boolean }): boolean =>
  isMac ? event.metaKey : event.ctrlKey
