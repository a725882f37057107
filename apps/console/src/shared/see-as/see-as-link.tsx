import { useProject } from '../../session/project-context.tsx'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** From somebody to what they may see. */
export function SeeAsLink({ uid }: { readonly uid: string }) {
  const project = useProject()
  return (
    <TextLink
      to="/projects/$project/data/$"
      params={{ project: project.id, _splat: '' }}
      search={{ see: 'read', as: uid }}
    >
      {texts.seeAsThisUser}
    </TextLink>
  )
}
