import type { Release, StoredRuleset } from '../../rules/published-rules.ts'

export function encodeRuleset(
  project: string,
  { id, createdAt, services, author, note, releasedAs }: StoredRuleset,
): object {
  return {
    name: `projects/${project}/rulesets/${id}`,
    createTime: new Date(createdAt).toISOString(),
    metadata: { services },
    // Additions of ours.
    author,
    note,
    releasedAs,
  }
}

export function encodeRelease(project: string, { name, rulesetId, createdAt, updatedAt }: Release): object {
  return {
    name: `projects/${project}/releases/${name}`,
    rulesetName: `projects/${project}/rulesets/${rulesetId}`,
    createTime: new Date(createdAt).toISOString(),
    updateTime: new Date(updatedAt).toISOString(),
  }
}
