/** Parts that every page is built of. */
export { Button } from './button.js'
export { Choices, Select, Stepper, Switch, TextField } from './fields.js'
export { Sheet } from './sheet.js'
export { Tabs } from './tabs.js'
