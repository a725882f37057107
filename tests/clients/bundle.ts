import { rolldown } from 'rolldown'

/**
 * Writes one program with all it imports into a file, as a bundler resolves it under these conditions of `exports`. `react-native` are the
 * files that Metro takes.
 */
export async function bundle(program: string, target: 'browser' | 'react-native', file: string): Promise<void> {
  const isNative = target === 'react-native'
  const build = await rolldown({
    input: program,
    platform: isNative ? 'neutral' : 'browser',
    logLevel: 'silent',
    resolve: {
      conditionNames: isNative ? ['react-native', 'import', 'require', 'default'] : ['browser', 'import', 'default'],
      mainFields: isNative ? ['react-native', 'browser', 'module', 'main'] : ['browser', 'module', 'main'],
    },
  })
  await build.write({ file, format: 'esm', codeSplitting: false })
  await build.close()
}
