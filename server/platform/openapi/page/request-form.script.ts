export const requestFormScript = String.raw`
/** One labelled field for a parameter or a part of a form. */
function fieldFor(operation, parameter) {
  const schema = resolved(parameter.schema)
  const id = [operation.operationId, parameter.in, parameter.name].join('-')
  const allowed = schema.enum && [...new Set(schema.enum.map(String))]
  const common = { id, required: parameter.required, 'data-name': parameter.name, 'data-in': parameter.in }
  const holdsFile = isBinary(schema) || isBinary(resolved(schema.items || {}))
  let input
  if (allowed) {
    input = make(
      'select',
      common,
      make('option', { value: '' }, ''),
      allowed.map((value) => make('option', { value }, value)),
    )
  } else if (holdsFile) input = make('input', { ...common, type: 'file', multiple: schema.type === 'array' })
  else
    input = make('input', {
      ...common,
      type: 'text',
      inputmode: schema.type === 'integer' ? 'numeric' : undefined,
      autocomplete: 'off',
      spellcheck: 'false',
      placeholder: schema.default === undefined ? exampleText(parameter) : String(schema.default),
    })
  const label = make('label', { for: id }, make('code', null, parameter.name), parameter.required && ' *')
  return make('div', { class: 'field' }, label, input)
}

function isBinary(schema) {
  return schema.format === 'binary'
}

function exampleText({ example }) {
  return example === undefined ? '' : Array.isArray(example) ? example.join(',') : String(example)
}

function bodyOf(operation) {
  const content = operation.requestBody?.content
  if (!content) return undefined
  const [type] = Object.keys(content)
  return { type, schema: content[type].schema, example: content[type].example }
}

function formParts(body) {
  const { properties, required } = fieldsOf(fieldsHolder(body.schema) || {})
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'form',
    schema,
    required: required.includes(name),
  }))
}

function requestPanel(operation) {
  const output = make('pre', { class: 'curl', tabindex: '0', 'aria-label': 'curl' })
  const state = make('p', { role: 'status', class: 'state' })
  const result = make('div')
  const form = requestForm(operation)
  const refresh = () => {
    output.textContent = curlText(operation, form)
  }
  form.addEventListener('input', refresh)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    send(operation, form, state, result)
  })
  refresh()
  return [
    make(
      'div',
      { class: 'headline' },
      make('h4', null, words.request),
      make(
        'div',
        null,
        copyButton(() => output.textContent),
      ),
    ),
    output,
    make('h4', null, words.tryIt),
    form,
    state,
    result,
  ]
}

function requestForm(operation) {
  const body = bodyOf(operation)
  const own = operation.parameters.filter(
    (parameter) => parameter.in === 'path' || (parameter.in === 'query' && !parameter.isShared),
  )
  const others = operation.parameters.filter((parameter) => !own.includes(parameter))
  const isForm = body && body.type === 'multipart/form-data'
  return make(
    'form',
    { autocomplete: 'off' },
    own.map((parameter) => fieldFor(operation, parameter)),
    isForm && formParts(body).map((part) => fieldFor(operation, part)),
    body && !isForm && bodyField(operation, body),
    make(
      'details',
      { class: 'more' },
      make('summary', null, words.otherParameters),
      others.map((parameter) => fieldFor(operation, parameter)),
    ),
    make('button', { type: 'submit' }, words.send),
  )
}

function bodyField(operation, body) {
  const id = operation.operationId + '-body'
  const area = make('textarea', { id, spellcheck: 'false', autocapitalize: 'off' })
  area.value =
    body.example === undefined ? '' : typeof body.example === 'string' ? body.example : jsonText(body.example)
  area.rows = Math.min(18, Math.max(3, area.value.split('\n').length))
  return make('div', { class: 'field wide' }, make('label', { for: id }, words.body), area)
}
`
