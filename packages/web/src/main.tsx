import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { recallAccount } from './app/account.js'
import { App } from './app/app.js'
import { pollMyTables } from './app/my-tables.js'
import { applySettings } from './app/settings.js'

applySettings()
pollMyTables()
recallAccount().catch(() => {}) // offline, nobody is logged in, and the lobby shows the error

// Service workers need a secure context: HTTPS or localhost. Without one, the page works while its site is reachable.
if (import.meta.env.PROD && 'serviceWorker' in navigator)
  navigator.serviceWorker.register('./service-worker.js').catch(console.warn)

const root = document.getElementById('page')
if (root === null) throw new Error('index.html has no element with the id "page".')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
