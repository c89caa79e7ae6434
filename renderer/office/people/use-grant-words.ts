import { type Grant, hasItsBranches } from '../../../shared/office/people.ts';
import { useOfficeQuery } from '../office.ts';
import { useOfficeWords } from '../use-office-words.ts';

export function useGrantWords(): (grant: Pick<Grant, 'role' | 'entities' | 'branches'>) => string {
  const { t } = useOfficeWords();
  const { data } = useOfficeQuery('place.list', {});
  return ({ role, entities, branches }) => {
    if (!hasItsBranches({ role, branches })) return t('people.noBranch');
    if (entities.length + branches.length === 0) return t('people.everything');
    const vatNumbers = entities.map((entity) => {
      const known = data?.entities.find((each) => each.entity === entity);
      return t('people.onlyEntity', { vat: known?.vatNumber ?? entity });
    });
    const names = branches.map((branch) => {
      const known = data?.branches.find((each) => each.branch === branch);
      return t('people.onlyBranch', { name: known?.name ?? branch });
    });
    return [...vatNumbers, ...names].join(' · ');
  };
}
