/** `npm run pack:client`: builds the client helper for apps outside this repository, as a file that npm installs. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { node } from './check-steps.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { npmCommand } from './npm-command.mjs'
import { root } from './pinned-node.mjs'
import { runProcess } from './run-process.mjs'

const client = join(root, 'packages/client')
const dist = join(client, 'dist')
/** What the file holds: JavaScript, types, and a manifest that leads to them instead of the sources. */
const staged = join(dist, 'package')

try {
  await ensureInstalled()
  process.stdout.write(`Packed ${relative(root, await packClient())}\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

/** Returns the path of the file. Throws when the sources don't compile or npm fails. */
async function packClient() {
  rmSync(dist, { recursive: true, force: true })
  mkdirSync(staged, { recursive: true })
  const compiled = await node('typescript/bin/tsc', ['--project', join(client, 'tsconfig.build.json')], { quiet: true })
  if (compiled.code !== 0) throw new Error(`The client helper could not be built:\n${compiled.output}`)

  const manifest = packedManifest(JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')))
  writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  copyFileSync(join(client, 'README.md'), join(staged, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(staged, 'LICENSE'))

  const { program, words } = npmCommand(['pack', staged, '--pack-destination', dist, '--loglevel=error'])
  const packed = await runProcess(program, words, { quiet: true })
  if (packed.code !== 0) throw new Error(`npm could not pack the client helper:\n${packed.output}`)
  return join(dist, `${manifest.name.replace('@', '').replace('/', '-')}-${manifest.version}.tgz`)
}

/** In the repository the entries are the TypeScript sources, so that nothing has to be built there; an app gets what was compiled. */
function packedManifest(manifest) {
  const entries = Object.entries(manifest.exports).map(([entry, source]) => {
    const file = source.replace('./src/', './').replace(/\.ts$/, '')
    return [entry, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  // What JSON has no word for is left out.
  return { ...manifest, private: undefined, devDependencies: undefined, exports: Object.fromEntries(entries) }
}
