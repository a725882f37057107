import { join } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * One program of a client's folder with all it imports, as a bundler resolves it under these conditions of `exports`. `react-native` are the
 * files that Metro takes.
 */
export async function bundle(folder: string, program: string, target: 'browser' | 'react-native'): Promise<string> {
  const isNative = target === 'react-native'
  const build = await rolldown({
    input: join(folder, program),
    platform: isNative ? 'node' : 'browser',
    logLevel: 'silent',
    resolve: {
      conditionNames: isNative ? ['react-native', 'import', 'require', 'default'] : ['browser', 'import', 'default'],
      mainFields: isNative ? ['react-native', 'browser', 'module', 'main'] : ['browser', 'module', 'main'],
    },
  })
  const file = `bundled-${target}.js`
  await build.write({ file: join(folder, file), format: 'esm', codeSplitting: false })
  await build.close()
  return file
}
