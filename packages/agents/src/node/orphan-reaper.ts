import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Kills the process groups of agent programs when this process dies, even by SIGKILL. A shell reads the groups from its
 * standard input and acts at the end of the input. It runs in its own session, out of reach of terminal signals.
 */
const SHELL = `
trap '' HUP INT TERM
groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) left=; for kept in $groups; do [ "$kept" = "$group" ] || left="$left $kept"; done; groups=$left ;;
  esac
done
[ -z "$groups" ] && exit
sleep 1
for group in $groups; do kill -KILL -"$group" 2>/dev/null; done
`

export class OrphanReaper {
  #shell: ChildProcess | undefined

  /** Adds a process group, to be killed when this process dies. */
  add(group: number): void {
    this.#write(`+ ${group}`)
  }

  /** Removes a process group, which has ended. */
  remove(group: number): void {
    this.#write(`- ${group}`)
  }

  #write(line: string): void {
    this.#shell ??= this.#start()
    this.#shell.stdin?.write(`${line}\n`)
  }

  #start(): ChildProcess {
    const shell = spawn('/bin/sh', ['-c', SHELL], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    shell.unref()
    shell.stdin?.on('error', () => {}) // the shell has ended
    shell.on('error', () => {})
    return shell
  }

  /** Ends the shell, once all groups are removed. */
  async end(): Promise<void> {
    const shell = this.#shell
    if (shell === undefined) return
    this.#shell = undefined
    const ended = new Promise((resolve) => {
      shell.once('exit', resolve).once('error', resolve)
    })
    shell.stdin?.end()
    await ended
  }
}
