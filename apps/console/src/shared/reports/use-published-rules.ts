import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { ProjectSession } from '../../backend/sdk/project-session.ts'
import { useProject } from '../../session/project-context.tsx'
import type { PublishedRules } from './chart-marks.ts'

const none: readonly PublishedRules[] = []

const page = z.object({
  rulesets: z.array(
    z.object({
      name: z.string(),
      createTime: z.string(),
      metadata: z.object({ services: z.optional(z.array(z.string())) }),
      releasedAs: z.optional(z.array(z.string())),
    }),
  ),
})

/** When rules were published, of the last hundred versions those that held. A chart is whole without them: none where they can't be read. */
export function usePublishedRules(): readonly PublishedRules[] {
  const project = useProject()
  const { data = none } = useQuery({
    queryKey: [project.id, 'published-rules'],
    queryFn: async () => await listPublished(project),
    staleTime: 60_000,
  })
  return data
}

async function listPublished(project: ProjectSession): Promise<readonly PublishedRules[]> {
  const path = `/v1/projects/${encodeURIComponent(project.id)}/rulesets?pageSize=100`
  const { rulesets } = await project.call({ path, answer: page })
  return rulesets.flatMap(({ name, createTime, metadata, releasedAs = [] }) =>
    releasedAs.length === 0
      ? []
      : [
          {
            id: name.split('/').at(-1) ?? '',
            at: Date.parse(createTime),
            isOfFiles: metadata.services?.every((service) => service === 'firebase.storage') === true,
          },
        ],
  )
}
