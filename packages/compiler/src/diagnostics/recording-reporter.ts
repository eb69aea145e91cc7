import { Reporter } from './reporter.js'

type Report = (to: Reporter) => void

/** Records what is reported while a text is parsed, so that a cache can report it again. */
export class RecordingReporter extends Reporter {
  readonly #reports: Report[] = []

  override error(...report: Parameters<Reporter['error']>): void {
    this.#reports.push((to) => to.error(...report))
    super.error(...report)
  }

  override errorUnlessSpoiled(...report: Parameters<Reporter['errorUnlessSpoiled']>): void {
    this.#reports.push((to) => to.errorUnlessSpoiled(...report))
  }

  override missing(...report: Parameters<Reporter['missing']>): void {
    this.#reports.push((to) => to.missing(...report))
    super.missing(...report)
  }

  override spoil(names: Iterable<string>): void {
    const all = [...names]
    this.#reports.push((to) => to.spoil(all))
    super.spoil(all)
  }

  override warn(...report: Parameters<Reporter['warn']>): void {
    this.#reports.push((to) => to.warn(...report))
    super.warn(...report)
  }

  /** Reports everything to another reporter, in the same order. */
  replay(to: Reporter): void {
    for (const report of this.#reports) report(to)
  }
}
