import type { Endpoint } from '@inkstone/contract/endpoint.ts'
import { eventDescriptions } from '@inkstone/contract/event-payloads.ts'
import { exampleValues } from '@inkstone/contract/example-values.ts'
import { operationNames, schemaNames } from '@inkstone/contract/operations.ts'
import * as reference from '@inkstone/contract/reference.ts'
import { openApiDocument } from './platform/openapi/document.ts'

/** The OpenAPI document of these endpoints. */
export function referenceOf(endpoints: readonly Endpoint[], serverUrl: string) {
  return openApiDocument({
    endpoints,
    title: reference.referenceTitle,
    version: reference.referenceVersion,
    description: reference.referenceDescription,
    contact: reference.referenceContact,
    license: reference.referenceLicense,
    events: { tag: 'Webhooks', kinds: eventDescriptions },
    exampleValues,
    names: { operations: operationNames, schemas: schemaNames },
    tagDescriptions: reference.tagDescriptions,
    serverUrl,
  })
}
