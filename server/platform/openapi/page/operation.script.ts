export const operationScript = String.raw`
function operationElement(operation) {
  const heading = [
    make('span', { class: 'method ' + operation.method.toLowerCase() }, operation.method),
    make('code', { class: 'path' }, breakable(operation.path)),
    make('h3', null, operation.summary),
  ]
  return fold(heading, () => operationBody(operation), false, {
    id: operation.operationId,
    class: 'operation',
  })
}

/** A long path may wrap after a slash. */
function breakable(path) {
  return path.split(/(?=\/)/).flatMap((part) => [make('wbr'), part])
}

function operationBody(operation) {
  const about = [
    prose(operation.description),
    accessLine(operation),
    parametersPart(operation),
    bodyPart(operation),
    successPart(operation),
    errorsPart(operation),
  ]
  const columns = [
    make('div', { class: 'about' }, about),
    make('div', { class: 'use' }, requestPanel(operation)),
  ]
  return make('div', { class: 'inside' }, make('div', { class: 'columns' }, columns))
}

function accessLine(operation) {
  const permission = operation['x-permission']
  if (!permission) return undefined
  const special = { anyone: words.anyone, 'signed-in': words.signedIn }[permission.name]
  const roles = permission.roles.map((role) =>
    make('span', { class: 'chip' }, role === 'anonymous' ? words.anonymous : role),
  )
  return make(
    'p',
    { class: 'access' },
    words.accessText + ': ',
    special || [...roles, ' ', make('code', null, permission.name)],
  )
}

function parametersPart(operation) {
  const inAddress = operation.parameters.filter(
    (parameter) => parameter.in !== 'header' && !parameter.isShared,
  )
  const others = operation.parameters.filter((parameter) => !inAddress.includes(parameter))
  return [
    inAddress.length > 0 && make('h4', null, words.parameters),
    inAddress.length > 0 && parameterTable(inAddress, words.parameters),
    others.length > 0 &&
      fold(words.otherParameters, () => parameterTable(others, words.otherParameters), false, {
        class: 'more',
      }),
  ]
}

function parameterTable(parameters, caption) {
  const rows = parameters.map((parameter) =>
    make(
      'tr',
      null,
      make(
        'th',
        { scope: 'row' },
        make('code', { class: 'name' }, parameter.name),
        parameter.required && make('span', { class: 'required' }, words.required),
        placeNote(parameter),
      ),
      make(
        'td',
        null,
        make('span', { class: 'type' }, typeText(parameter.schema)),
        limitNotes(parameter.schema, true),
      ),
      make('td', null, inline(parameter.description || resolved(parameter.schema).description)),
    ),
  )
  return table(caption, [words.name, words.type, words.meaning], rows)
}

function placeNote(parameter) {
  const place = { path: words.inPath, query: words.inQuery, header: words.inHeader }[parameter.in]
  return make('div', { class: 'type' }, place)
}

function table(caption, headings, rows) {
  return make(
    'table',
    null,
    make('caption', { class: 'unseen' }, caption),
    make(
      'thead',
      null,
      make(
        'tr',
        null,
        headings.map((heading) => make('th', { scope: 'col' }, heading)),
      ),
    ),
    make('tbody', null, rows),
  )
}

function bodyPart(operation) {
  const body = bodyOf(operation)
  if (!body) return undefined
  return [
    make(
      'h4',
      null,
      words.body,
      ' ',
      make('span', { class: 'type' }, body.type),
      !operation.requestBody.required && make('span', { class: 'limit' }, words.bodyOptional),
    ),
    prose(resolved(body.schema).description),
    schemaTree(body.schema, true),
  ]
}

function successPart(operation) {
  const answers = Object.entries(operation.responses).filter(([status]) => status < 400)
  return [make('h4', null, words.answer), answers.map(([status, part]) => answerPart(status, resolved(part)))]
}

function answerPart(status, response) {
  const contents = Object.entries(response.content || {})
  return make(
    'section',
    { class: 'answer' },
    make('p', null, make('strong', { class: 'good' }, status), ' ', inline(response.description)),
    contents.map(([type, content]) => contentPart(type, content)),
    fold(words.answerHeaders, () => headerTable(response.headers || {}), false, { class: 'more' }),
  )
}

function contentPart(type, content) {
  const envelope = resolved(content.schema).properties
  const isEnvelope = envelope?.code && envelope.timestamp
  return [
    !isEnvelope && make('p', { class: 'type' }, type),
    isEnvelope && !envelope.data && make('p', { class: 'type' }, words.noData),
    isEnvelope &&
      envelope.data &&
      make(
        'div',
        { class: 'data' },
        make('code', { class: 'name' }, 'data'),
        ' ',
        make('span', { class: 'type' }, typeText(envelope.data)),
        schemaTree(envelope.data, false),
      ),
    content.example !== undefined &&
      fold(
        words.example,
        () => make('pre', { tabindex: '0', 'aria-label': words.example }, jsonText(content.example)),
        false,
        { class: 'more' },
      ),
  ]
}

function headerTable(headers) {
  const rows = Object.entries(headers).map(([name, part]) => {
    const header = resolved(part)
    return make(
      'tr',
      null,
      make(
        'th',
        { scope: 'row' },
        make('code', { class: 'name' }, name),
        header.required && make('div', { class: 'type' }, words.always),
      ),
      make('td', null, make('span', { class: 'type' }, typeText(header.schema))),
      make('td', null, inline(header.description)),
    )
  })
  return table(words.answerHeaders, [words.name, words.type, words.meaning], rows)
}

function errorsPart(operation) {
  const inChinese = document.documentElement.lang.startsWith('zh')
  const rows = Object.entries(operation.responses)
    .filter(([status]) => status >= 400)
    .flatMap(([status, part]) => {
      const [content] = Object.values(resolved(part).content || {})
      const examples = Object.values(content?.examples || {})
      return examples.map((example, index) =>
        make(
          'tr',
          null,
          index === 0 && make('th', { scope: 'rowgroup', rowspan: examples.length }, status),
          make('td', null, make('code', null, String(example.value.code))),
          make('td', null, inChinese ? example.description : example.summary),
        ),
      )
    })
  return fold(
    make('h4', null, words.errors),
    () =>
      make('div', { class: 'errors' }, table(words.errors, [words.status, words.code, words.message], rows)),
    false,
    { class: 'more' },
  )
}
`
