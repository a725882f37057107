/** The count of the requests that were denied lately: a list that has more of them lets it be counted again. */
export function deniedLatelyKey(project: string): readonly string[] {
  return [project, 'requests', 'denied-lately']
}
