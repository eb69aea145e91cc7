/** The account that is logged in, if any. */
import { type Account, Refusal } from '@ludoforge/table'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { useKeys } from './seat-keys.js'
import { call, site } from './site.js'

export const MIN_PASSWORD_LENGTH = 10

interface Login {
  readonly account: Account | null
}

/** Scripts can't read the login cookie, so the account's name is stored next to it. */
export const useAccount = create<Login>()(
  persist((): Login => ({ account: null }), { name: 'ludoforge/account' }),
)

const setAccount = (account: Account | null): void => {
  useAccount.setState({ account })
}

/** Asks the server whether the stored login is still valid. */
export async function recallAccount(): Promise<void> {
  if (useAccount.getState().account === null || !(await site()).server) return
  try {
    setAccount(await call('me'))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'no-login') throw error
    setAccount(null)
  }
}

export async function register(name: string, password: string): Promise<Account> {
  const account = await call('register', { body: { name, password } })
  setAccount(account)
  await claimTables()
  return account
}

export async function logIn(login: string, password: string): Promise<void> {
  setAccount(await call('login', { body: { login, password } }))
  await claimTables()
}

export async function logOut(): Promise<void> {
  await call('logout')
  setAccount(null)
}

export async function changePassword(old: string, password: string): Promise<void> {
  await call('changePassword', { body: { old, password } })
}

/** Asks for a mail with a link that resets the password. */
export async function requestReset(login: string): Promise<void> {
  await call('requestReset', { body: { login } })
}

export async function resetPassword(token: string, password: string): Promise<void> {
  setAccount(await call('resetPassword', { body: { token, password } }))
  await claimTables()
}

export async function deleteAccount(password: string): Promise<void> {
  await call('deleteMe', { body: { password } })
  setAccount(null)
}

/** Adds the tables whose keys are in this browser to the account, so that other browsers show them. */
async function claimTables(): Promise<void> {
  for (const [table, key] of Object.entries(useKeys.getState().keys)) {
    try {
      await call('keep', { body: { table, key } })
    } catch (error) {
      // Skips tables that were deleted, or whose seat another account holds.
      if (!(error instanceof Refusal) || error.code === 'busy' || error.code === 'trouble') throw error
    }
  }
}
