// Writes the contract's schemas as TypeScript, so that the client's types need no other package.

/** @returns {{ typeOf(schema: any, asked: boolean): string, declarations(): string }} */
export function createTypes() {
  const recursive = new Map()

  function typeOf(schema, isInput) {
    if (schema === undefined) return 'void'
    if (schema.$ref) return schema.$ref
    if (schema.$id && !recursive.has(schema.$id)) {
      recursive.set(schema.$id, '')
      recursive.set(schema.$id, shapeOf(schema, isInput))
    }
    return schema.$id ?? shapeOf(schema, isInput)
  }

  function shapeOf(schema, isInput) {
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum) return either(schema.enum.map((value) => JSON.stringify(value)))
    if (schema.anyOf) return either(schema.anyOf.map((one) => typeOf(one, isInput)))
    if (schema.allOf) return schema.allOf.map((one) => typeOf(one, isInput)).join(' & ')
    if (schema.format === 'binary') return 'Blob'
    const types = [schema.type].flat()
    return either(types.map((type) => ofType(type, schema, isInput)))
  }

  function ofType(type, schema, isInput) {
    if (type === 'integer' || type === 'number') return 'number'
    if (type === 'string' || type === 'boolean' || type === 'null') return type
    if (type === 'array') return `Array<${schema.items ? typeOf(schema.items, isInput) : 'unknown'}>`
    if (type !== 'object') return 'unknown'
    const [record] = Object.values(schema.patternProperties ?? {})
    if (record) return `Record<string, ${typeOf(record, isInput)}>`
    if (!schema.properties) return 'Record<string, unknown>'
    return `{ ${fieldsOf(schema, isInput).join('; ')} }`
  }

  function fieldsOf(schema, isInput) {
    const required = new Set(schema.required ?? [])
    return Object.entries(schema.properties ?? {}).map(([name, field]) => {
      const optional = !required.has(name) || (isInput && field.default !== undefined)
      const key = /^\w+$/.test(name) ? name : JSON.stringify(name)
      return `${key}${optional ? '?' : ''}: ${typeOf(field, isInput)}${isInput && optional ? ' | undefined' : ''}`
    })
  }

  const declarations = () =>
    [...recursive].map(([name, shape]) => `export type ${name} = ${shape}`).join('\n')
  return { typeOf, fieldsOf, declarations }
}

function either(types) {
  const all = [...new Set(types)]
  return all.length > 1 ? `(${all.join(' | ')})` : all[0]
}
