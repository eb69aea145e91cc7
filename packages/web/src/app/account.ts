/** Who is logged in: nobody, for most. */
import { type Account, Refusal } from '@ludoforge/table'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useKeys } from './seat-keys.js'
import { call, site } from './site.js'

interface Login {
  readonly account: Account | null
}

/** The cookie of a login cannot be read here, so the browser keeps beside it whose it is. */
export const useAccount = create<Login>()(
  persist((): Login => ({ account: null }), { name: 'ludoforge/account' }),
)

const set = (account: Account | null): void => {
  useAccount.setState({ account })
}

/** Asks the server whether who was logged in still is. */
export async function recallAccount(): Promise<void> {
  if (useAccount.getState().account === null || !(await site()).server) return
  try {
    set(await call('me'))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-login') throw error
    set(null)
  }
}

export async function register(name: string, password: string): Promise<Account> {
  const account = await call('register', { body: { name, password } })
  set(account)
  await keepTables()
  return account
}

export async function logIn(login: string, password: string): Promise<void> {
  set(await call('login', { body: { login, password } }))
  await keepTables()
}

export async function logOut(): Promise<void> {
  await call('logout')
  set(null)
}

/** The tables whose keys are in this browser become those of the account, so that they are there elsewhere, too. */
async function keepTables(): Promise<void> {
  for (const [table, key] of Object.entries(useKeys.getState().keys)) {
    try {
      await call('keep', { body: { table, key } })
    } catch (error) {
      // A table that is gone, or somebody else's by now, is none to keep.
      if (!(error instanceof Refusal) || error.code === 'busy' || error.code === 'trouble') throw error
    }
  }
}
