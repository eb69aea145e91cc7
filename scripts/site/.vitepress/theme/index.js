// The default theme in the colours and types of the page where games are played.
import DefaultTheme from 'vitepress/theme-without-fonts'
// oxlint-disable-next-line import/no-unassigned-import -- styles
import './site.css'

export default DefaultTheme
