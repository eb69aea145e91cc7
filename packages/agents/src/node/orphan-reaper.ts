import { type ChildProcess, spawn } from 'node:child_process'

/**
 * Ends programs when this process does not live any more, however it ended: a shell that hears of them and waits for the
 * end of its standard input. It is in a session of its own, so that what is typed at a terminal does not reach it.
 */
const SHELL = `
trap '' HUP INT TERM
groups=
while read -r sign group; do
  case $sign in
    +) groups="$groups $group" ;;
    -) left=; for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done; groups=$left ;;
  esac
done
[ -z "$groups" ] && exit
sleep 1
for group in $groups; do kill -KILL -"$group" 2>/dev/null; done
`

export class OrphanReaper {
  #shell: ChildProcess | undefined

  /** The group of processes with this number is ended with this process. */
  add(group: number): void {
    this.#say(`+ ${group}`)
  }

  /** It has ended. */
  remove(group: number): void {
    this.#say(`- ${group}`)
  }

  #say(line: string): void {
    this.#shell ??= this.#start()
    this.#shell.stdin?.write(`${line}\n`)
  }

  #start(): ChildProcess {
    const shell = spawn('/bin/sh', ['-c', SHELL], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
    shell.unref()
    shell.stdin?.on('error', () => {}) // it is gone: then nothing can be told to it
    shell.on('error', () => {})
    return shell
  }

  /** Nothing is left to be ended; the shell has ended afterwards. */
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
