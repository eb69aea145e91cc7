/** Parts that every page is built of. */
export { Button } from './button.js'
export { Choices, Stepper, Switch } from './fields.js'
export { Sheet } from './sheet.js'
export { Tabs } from './tabs.js'
export { Tip } from './tip.js'
