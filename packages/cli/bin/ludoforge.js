#!/usr/bin/env node
// npm links this file before anything is built, so it is committed and only starts the bundle.
import { existsSync } from 'node:fs'

const bundle = new URL('../bundle/main.js', import.meta.url)
if (existsSync(bundle)) {
  await import(bundle.href)
} else {
  console.error('ludoforge isn\'t built yet. Run "npm start -- --help" in the project folder to build it.')
  process.exitCode = 1
}
