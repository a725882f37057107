import type { ListedRequest } from '../../shared/requests/list-requests.ts'

const platforms: Readonly<Record<string, string | undefined>> = {
  js: 'Web',
  android: 'Android',
  java: 'Android',
  ios: 'iOS',
  objc: 'iOS',
  swift: 'iOS',
  cpp: 'C++',
  dart: 'Dart',
  python: 'Python',
  dotnet: '.NET',
}

/** What SDK a request came from, as people say it: `Web 12.4.0`; undefined where it didn't say. */
export function wordsOfSdk(sdk: string | undefined): string | undefined {
  const [platform = '', version] = sdk?.split('/') ?? []
  if (version === undefined) return undefined
  return `${platforms[platform] ?? 'SDK'} ${version}`
}

/** The app by its name and the SDK; undefined where neither is known. */
export function wordsOfApp(
  from: ListedRequest['from'],
  apps: readonly { readonly appId: string; readonly name: string }[],
): string | undefined {
  const name = apps.find(({ appId }) => appId === from?.app)?.name ?? from?.app
  const words = [name, wordsOfSdk(from?.sdk)].filter((one) => one !== undefined)
  return words.length === 0 ? undefined : words.join(', ')
}
