// The default theme in the colours and types of the page where games are played.
import DefaultTheme from 'vitepress/theme-without-fonts'
import '@fontsource/alegreya/500.css'
import '@fontsource/alegreya/700.css'
import '@fontsource-variable/source-sans-3/wght.css'
import '@fontsource-variable/source-sans-3/wght-italic.css'
import './site.css'

export default DefaultTheme
