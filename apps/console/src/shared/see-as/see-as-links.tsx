import { useProject } from '../../session/project-context.tsx'
import { seeAsTexts as texts } from '../../texts/en/see-as.ts'
import { TextLink } from '../../ui/text-link.tsx'

/** From somebody to what they may see. */
export function SeeAsLinks({ uid }: { readonly uid: string }) {
  const project = useProject()
  const params = { project: project.id, _splat: '' }
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1">
      <TextLink to="/projects/$project/data/$" params={params} search={{ see: 'read', as: uid }}>
        {texts.seeData}
      </TextLink>
      <TextLink to="/projects/$project/files/$" params={params} search={{ see: 'read', as: uid }}>
        {texts.seeFiles}
      </TextLink>
    </span>
  )
}
