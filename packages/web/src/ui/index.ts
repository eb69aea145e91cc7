/** The UI components shared by all pages. */
export { Button } from './button.js'
export { Choices, Select, Stepper, Switch, TextField } from './fields.js'
export { Sheet } from './sheet.js'
export { Tabs } from './tabs.js'
export { TermsProvider, TermText } from './term.js'
export { useNow } from './use-now.js'
