/** The charts of the Balance page and of reports. */
export { actionsChart, NO_CAUSE } from './actions-chart.js'
export { lengthChart, marginsChart } from './bars-chart.js'
export {
  type Chart,
  type ChartColours,
  chartJson,
  type ChartSize,
  chartSvg,
  DEFAULT_COLOURS,
} from './chart.js'
export { chartsBeside } from './charts-beside.js'
export { curvesChart } from './curves-chart.js'
export { skillChart } from './skill-chart.js'
export { winsChart, type WinsRow } from './wins-chart.js'
