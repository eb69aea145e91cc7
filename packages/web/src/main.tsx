import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.js'
import { applySettings } from './app/settings.js'

applySettings()
const place = document.getElementById('page')
if (place === null) throw new Error('index.html has no place for the page.')
createRoot(place).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
