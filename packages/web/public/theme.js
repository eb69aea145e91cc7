// Before anything is painted: the colours and the size of text that were chosen (src/app/settings.ts keeps them).
function kept() {
  try {
    return JSON.parse(localStorage.getItem('ludoforge/settings') ?? '{}').state ?? {}
  } catch {
    return {} // what cannot be read was not chosen
  }
}

const { theme = 'auto', text = 'normal', safe = false } = kept()
const night = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
Object.assign(document.documentElement.dataset, { theme: theme === 'auto' ? night : theme, text, safe })
