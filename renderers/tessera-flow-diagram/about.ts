// What the diagram of a case takes.
import type { InEditor, Properties } from '../about.ts'

export const properties: Properties = { api: '#Api' }

export const editor: InEditor = {
  name: 'Flow diagram',
  description: 'Where a case stands in its flow: what it went over, and who is asked since when.',
  icon: 'steps-plugin',
  scaffold: { api: 'get:/api/company/${companyKey}/app/${appUrlKey}/flow/case/${caseId}/diagram' },
  panel: [{ type: 'input-text', name: 'api', label: 'Call', description: 'Answers the steps and lines, and where the case stands.' }],
}
