export const schemaTreeScript = `
const OPEN_TO_DEPTH = 2

function resolved(part) {
  let found = part
  while (found && typeof found.$ref === 'string') {
    const steps = found.$ref.slice(2).split('/')
    found = steps.reduce((holder, step) => (holder ? holder[step] : undefined), reference)
  }
  return found || {}
}

/** The name of a component schema with fields. */
function nameOf(part) {
  if (typeof part.$ref !== 'string' || !fieldsHolder(part)) return undefined
  return part.$ref.slice(part.$ref.lastIndexOf('/') + 1)
}

function typeText(given) {
  const name = nameOf(given)
  if (name) return name
  const schema = resolved(given)
  const choices = schema.anyOf || schema.oneOf
  if (choices) return choices.map(typeText).join(' ' + words.or + ' ')
  const types = [schema.type || (schema.properties || schema.allOf ? 'object' : undefined)].flat()
  const texts = types.filter(Boolean).map((type) => {
    if (type === 'array') return say('listOf', { item: typeText(schema.items || {}) })
    if (type === 'string' && schema.format) return 'string (' + schema.format + ')'
    return type
  })
  if (texts.length > 0) return texts.join(' ' + words.or + ' ')
  return 'const' in schema ? typeof schema.const : words.anything
}

function rangeText(least, most) {
  if (least !== undefined && most !== undefined && least > 0)
    return least === most ? String(least) : least + '–' + most
  if (most !== undefined) return '≤ ' + most
  return least ? '≥ ' + least : ''
}

/** The constraints of a value, as short phrases. */
function limitTexts(given) {
  const schema = resolved(given)
  const limits = []
  const allowed = 'const' in schema ? [schema.const] : schema.enum
  if (allowed) limits.push(words.oneOf + ' ' + allowed.map((value) => JSON.stringify(value)).join(', '))
  const most = schema.maximum === Number.MAX_SAFE_INTEGER ? undefined : schema.maximum
  const value = rangeText(schema.minimum, most) || (schema.minimum === 0 ? '≥ 0' : '')
  if (value) limits.push(value)
  const length = rangeText(schema.minLength, schema.maxLength)
  if (length) limits.push(say('characters', { range: length }))
  const count = rangeText(schema.minItems, schema.maxItems)
  if (count) limits.push(say('items', { range: count }))
  if (schema.default !== undefined) limits.push(say('defaultIs', { value: JSON.stringify(schema.default) }))
  return limits
}

function limitNotes(given, isAsked) {
  const { pattern } = resolved(given)
  const notes = limitTexts(given).map((text) => make('span', { class: 'limit' }, text))
  if (pattern && isAsked)
    notes.push(make('span', { class: 'limit' }, words.form + ' ', make('code', null, pattern)))
  return notes
}

/** The part of a schema with fields: itself, its list items, or its non-null alternative. */
function fieldsHolder(given) {
  const schema = resolved(given)
  if (schema.properties || schema.allOf) return schema
  if (schema.items) return fieldsHolder(schema.items)
  const choices = schema.anyOf || schema.oneOf || []
  const holders = choices.map(fieldsHolder).filter(Boolean)
  return holders[0]
}

function fieldsOf(holder) {
  const parts = (holder.allOf || []).map(resolved).map(fieldsOf)
  return {
    properties: Object.assign({}, ...parts.map((part) => part.properties), holder.properties),
    required: parts.flatMap((part) => part.required).concat(holder.required || []),
  }
}

/** The fields of a request or response; nested ones can be opened. */
function schemaTree(given, isAsked, depth = 0) {
  const holder = fieldsHolder(given)
  if (!holder)
    return make(
      'p',
      { class: 'leaf' },
      make('span', { class: 'type' }, typeText(given)),
      limitNotes(given, isAsked),
    )
  const { properties, required } = fieldsOf(holder)
  const rows = Object.entries(properties).map(([name, field]) =>
    fieldRow(name, field, required.includes(name), isAsked, depth),
  )
  if (holder.additionalProperties === true) rows.push(make('li', { class: 'type' }, words.anyField))
  return make('ul', { class: 'tree' }, rows)
}

function fieldRow(name, field, isRequired, isAsked, depth) {
  const beneath = fieldsHolder(field)
  const description = field.description || resolved(field).description
  return make(
    'li',
    null,
    make('code', { class: 'name' }, name),
    ' ',
    make('span', { class: 'type' }, typeText(field)),
    isAsked && isRequired && make('span', { class: 'required' }, words.required),
    !isAsked && !isRequired && make('span', { class: 'limit' }, words.mayLack),
    limitNotes(field, isAsked),
    description && make('div', { class: 'meaning' }, inline(description)),
    beneath && fieldsBeneath(field, beneath, isAsked, depth),
  )
}

function fieldsBeneath(field, beneath, isAsked, depth) {
  const count = Object.keys(fieldsOf(beneath).properties).length
  const isNamed = nameOf(field) || nameOf(resolved(field).items || {})
  const build = () => schemaTree(beneath, isAsked, depth + 1)
  return fold(say('fields', { count }), build, depth < OPEN_TO_DEPTH && !isNamed, { class: 'beneath' })
}
`
