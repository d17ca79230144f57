const vscode = require('vscode');

exports.activate = ({ subscriptions }) => {
  subscriptions.push(
    vscode.lm.registerLanguageModelChatProvider('scripted', scriptedModel),
    vscode.commands.registerCommand('testAgent.call', call),
    vscode.commands.registerCommand('testAgent.work', work),
  );
};

/** Calls one tool with what is typed, such as `videoRecords_read {"ids":[5]}`, and shows its answer. */
async function call() {
  const [, name, input] = /^(\S+) (.*)$/.exec(await vscode.window.showInputBox({ ignoreFocusOut: true }));
  const { isActive } = vscode.extensions.getExtension('video-records.video-records');
  if (!isActive) show('Video Records is not active.');
  show(textOf(await vscode.lm.invokeTool(name, { input: JSON.parse(input), toolInvocationToken: undefined })));
}

/** The loop of an agent: sends the task to the model, and the answers of the tools it calls, until it calls none. */
async function work() {
  const [model] = await vscode.lm.selectChatModels({ vendor: 'scripted' });
  const tools = vscode.lm.tools
    .filter(({ name }) => name.startsWith('videoRecords_'))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
  const messages = [vscode.LanguageModelChatMessage.User('Write the titles of LanternConf 2024 in capitals.')];
  for (;;) {
    const calls = [];
    let said = '';
    const { stream } = await model.sendRequest(messages, { tools });
    for await (const part of stream) {
      if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
      else if (part instanceof vscode.LanguageModelTextPart) said += part.value;
    }
    if (calls.length === 0) return show(said);
    messages.push(vscode.LanguageModelChatMessage.Assistant(calls));
    for (const { name, input, callId } of calls) {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      messages.push(vscode.LanguageModelChatMessage.User([new vscode.LanguageModelToolResultPart(callId, content)]));
    }
  }
}

/** Knows one way to change titles, step by step, and takes what it needs from the answers so far. */
const steps = [
  () => ['find', { fields: { category: 'LanternConf 2024' } }],
  ([found]) => ['read', { service: 'desk', ids: recordsIn(found).map(({ id }) => id), fields: ['title'] }],
  ([, read]) => {
    const records = recordsIn(read).map(({ id, fields }) => ({ id, fields: { title: fields.title.toUpperCase() } }));
    return ['edit', { service: 'desk', records }];
  },
  ([, , edited]) => ['save', { worksheet: /videoworksheet:\S+/.exec(edited)[0] }],
];

const scriptedModel = {
  provideLanguageModelChatInformation: async () => [
    {
      ...{ id: 'scripted', name: 'Scripted', family: 'scripted', version: '1' },
      ...{ maxInputTokens: 100_000, maxOutputTokens: 10_000, capabilities: { toolCalling: true } },
    },
  ],
  async provideLanguageModelChatResponse(_model, messages, { tools }, progress) {
    const answers = messages.flatMap(({ content }) =>
      content.filter((part) => part instanceof vscode.LanguageModelToolResultPart).map(textOf),
    );
    const step = steps[answers.length];
    if (!step) return progress.report(new vscode.LanguageModelTextPart(answers.at(-1)));
    const [name, input] = step(answers);
    const tool = tools.find((one) => one.name === `videoRecords_${name}`);
    progress.report(new vscode.LanguageModelToolCallPart(`call-${answers.length}`, tool.name, input));
  },
  provideTokenCount: async (_model, text) => JSON.stringify(text).length,
};

function textOf({ content }) {
  return content.map(({ value }) => value).join('');
}

function recordsIn(answer) {
  const [, lines] = /<record-content>\n([\s\S]*)\n<\/record-content>/.exec(answer);
  return lines.split('\n').map((line) => JSON.parse(line));
}

function show(text) {
  void vscode.window.showInformationMessage(text.split('\n')[0]);
}
