const platforms: Readonly<Record<string, string>> = { w: 'Web', a: 'Android', i: 'iOS' }

/** What the SDKs send as `w:0.6.24` as people say it: `Web SDK 0.6.24`. Anything else stays as it came. */
export function sdkName(sdkVersion: string): string {
  const [letter = '', version] = sdkVersion.split(':', 2)
  const platform = platforms[letter]
  return platform === undefined || version === undefined || version === '' ? sdkVersion : `${platform} SDK ${version}`
}
