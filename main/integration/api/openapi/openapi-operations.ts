/** The chapters, in order. */
export const tags = [
  { name: 'Sales', description: 'Sales in, issued documents out' },
  { name: 'Returns', description: 'Goods that come back' },
  { name: 'Invoices', description: 'Documents and their way to the authority' },
  { name: 'Deliveries', description: 'Deliveries of webhooks: what became of them, and sending again' },
  { name: 'Access', description: 'Tokens (OAuth 2.0)' },
  { name: 'Description', description: 'What describes the API itself' },
] as const;
type Tag = (typeof tags)[number]['name'];

/** The name is that of the function in generated clients, so it must not change. */
export const named = (operationId: string, tag: Tag) => ({ operationId, tags: [tag] });
