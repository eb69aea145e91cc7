import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { recallAccount } from './app/account.js'
import { App } from './app/app.js'
import { pollMyTables } from './app/my-tables.js'
import { applySettings } from './app/settings.js'

applySettings()
pollMyTables()
recallAccount().catch(() => {}) // without a connection nobody is logged in; the lobby says what is wrong

// Only over a secure way, or from this machine; elsewhere the page works as long as its site does.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  navigator.serviceWorker.register('./service-worker.js').catch(console.warn)

const place = document.getElementById('page')
if (place === null) throw new Error('index.html has no place for the page.')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
