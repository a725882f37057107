#!/usr/bin/env node
import { withCompileCache } from './compile-cache.mjs'

const { runHearth } = await withCompileCache(() => import('./run-hearth.ts'))
await runHearth(process.argv.slice(2))
