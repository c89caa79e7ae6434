interface TableHeadProps {
  readonly heads: readonly string[];
  /** The heads of the last columns, whose figures are on the right in both languages. */
  readonly figures?: readonly string[];
}

export function TableHead({ heads, figures = [] }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {[...heads, ...figures].map((head, index) => (
          <th key={head} scope="col" data-figure={index >= heads.length || undefined}>
            {head}
          </th>
        ))}
      </tr>
    </thead>
  );
}
