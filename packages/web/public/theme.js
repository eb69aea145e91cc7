// Applies the theme and the text size before the first paint. src/app/settings.ts stores them.
function storedSettings() {
  try {
    return JSON.parse(localStorage.getItem('ludoforge/settings') ?? '{}').state ?? {}
  } catch {
    return {} // unreadable settings count as none
  }
}

const { theme = 'auto', text = 'normal', safe = false } = storedSettings()
const systemTheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
Object.assign(document.documentElement.dataset, { theme: theme === 'auto' ? systemTheme : theme, text, safe })
