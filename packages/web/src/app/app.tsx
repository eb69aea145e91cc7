/** The page: a head with the ways through it, and what the address names. */
import type { ReactNode } from 'react'
import { href, useRoute } from './routes.js'
import { SettingsPage } from './settings-page.js'

export function App(): ReactNode {
  const route = useRoute()
  return (
    <>
      <header className="head">
        <a className="brand" href={href({ at: 'lobby' })}>
          LudoForge
        </a>
        <nav aria-label="Page">
          <a href={href({ at: 'settings' })}>Settings</a>
        </nav>
      </header>
      <main>{route.at === 'settings' ? <SettingsPage /> : <h1>Games</h1>}</main>
    </>
  )
}
