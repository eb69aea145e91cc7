/** `@ludoforge/desk/report`: balance in words and plots, for the command and the page. */
export * from './charts/index.js'
export { type DeclaredLine, declaredLines } from './action-lines.js'
export { comparisonHeadline, differenceBounds, effectMark, sideTexts } from './compare-words.js'
export { comparisonAbout, comparisonReport } from './comparison-report.js'
export {
  changeText,
  differenceText,
  figureName,
  figuresText,
  seatNames,
  shortDifference,
} from './difference-words.js'
export { evaluationReport } from './evaluation-report.js'
export { count, decimal, percent, range, signed, signedPercent, wholePercent } from './figures.js'
export { type FindingCard, findingCards } from './finding-cards.js'
export { findings } from './findings.js'
export type { PlayedLineup } from './lineup-words.js'
export { type Report, reportPage, type Section } from './report.js'
export { skillAgents } from './skill-agents.js'
export {
  type DeclaredNumber,
  declaredNumbers,
  numberAt,
  type NumberPlace,
  numbersIn,
  rangeError,
  rangeValues,
  withNumber,
} from './sweep-numbers.js'
export { sweepPlot, sweepRows, type SweptNumber } from './sweep.js'
export { placesText, tournamentPlot } from './tournament-plot.js'
