const names = new Intl.DisplayNames('en', { type: 'language' })

/** `German` of `de`; the tag itself where there is no name for it. */
export function languageName(tag: string): string {
  try {
    return names.of(tag) ?? tag
  } catch (error) {
    if (error instanceof RangeError) return tag
    throw error
  }
}
