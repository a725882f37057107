import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Cell {
  /** Packages with their exact versions. */
  readonly packages: Readonly<Record<string, string>>
  readonly api: 'modular' | 'compat' | 'react-native' | 'admin' | 'library'
  /** By `@hearth/client`, or by the SDK's own settings. */
  readonly way: 'helper' | 'settings'
  readonly where: 'Node' | 'Chromium'
  readonly scheme: 'http' | 'https'
}

interface Versions {
  readonly firebase: readonly string[]
  /** Each with the version of `@google-cloud/storage` beside it. */
  readonly 'firebase-admin': Readonly<Record<string, string>>
  readonly '@google-cloud/firestore': readonly string[]
  readonly '@google-cloud/storage': readonly string[]
}

const versions = JSON.parse(readFileSync(join(import.meta.dirname, 'versions.json'), 'utf8')) as Versions
const schemes = ['http', 'https'] as const

/** Every cell of the matrix. React Native begins where the SDK has `getReactNativePersistence`; 8 has no modular API and no helper. */
export function allCells(): Cell[] {
  return [...versions.firebase.flatMap(webCells), ...adminCells(), ...libraryCells()]
}

function webCells(version: string): Cell[] {
  const packages = { firebase: version }
  const major = Number(version.split('.')[0])
  const ways = major < 9 ? (['settings'] as const) : (['helper', 'settings'] as const)
  return ways.flatMap((way) =>
    schemes.flatMap((scheme): Cell[] => {
      const cell = { packages, way, scheme }
      const compat = (['Node', 'Chromium'] as const).map((where): Cell => ({ ...cell, api: 'compat', where }))
      if (major < 9) return compat
      return [
        { ...cell, api: 'modular', where: 'Node' },
        { ...cell, api: 'modular', where: 'Chromium' },
        ...compat,
        ...(major >= 10 && way === 'helper' ? [{ ...cell, api: 'react-native', where: 'Node' } as const] : []),
      ]
    }),
  )
}

function adminCells(): Cell[] {
  return Object.entries(versions['firebase-admin']).flatMap(([admin, storage]) =>
    schemes.map((scheme) => ({
      packages: { 'firebase-admin': admin, '@google-cloud/storage': storage },
      api: 'admin',
      way: 'helper',
      where: 'Node',
      scheme,
    })),
  )
}

/** By themselves, by the variables of the emulators. */
function libraryCells(): Cell[] {
  return (['@google-cloud/firestore', '@google-cloud/storage'] as const).flatMap((library) =>
    versions[library].map((version) => ({
      packages: { [library]: version },
      api: 'library',
      way: 'settings',
      where: 'Node',
      scheme: 'http',
    })),
  )
}
