// The default theme in the colours and types of the page where games are played.
import { useRoute } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { nextTick, onMounted, watch } from 'vue'
import './site.css'

/** The theme has a main landmark on every page but the front page. */
async function markMain() {
  await nextTick()
  document.querySelector('.VPHome')?.setAttribute('role', 'main')
}

export default {
  extends: DefaultTheme,
  setup() {
    const route = useRoute()
    onMounted(markMain)
    watch(() => route.path, markMain)
  },
}
