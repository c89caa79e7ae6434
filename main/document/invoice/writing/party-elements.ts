import type { Address } from '../../../../shared/sale/party.ts';
import { attribute, type Element, element, leaf, optionalLeaf } from '../../xml/canonical-elements.ts';
import type { Party } from '../invoice.ts';
import { taxScheme } from './common-elements.ts';

export function supplierElement(seller: Party): Element {
  return element('cac:AccountingSupplierParty', [party(seller)]);
}

/** The schema requires the element; without a buyer, the official form is an empty element. */
export function customerElement(buyer: Party | undefined): Element {
  return buyer === undefined
    ? leaf('cac:AccountingCustomerParty', '')
    : element('cac:AccountingCustomerParty', [party(buyer)]);
}

function party({ name, vatNumber, identification, address }: Party): Element {
  return element('cac:Party', [
    identification &&
      element('cac:PartyIdentification', [
        leaf('cbc:ID', identification.value, attribute('schemeID', identification.scheme)),
      ]),
    address && postalAddress(address),
    vatNumber === undefined
      ? undefined
      : element('cac:PartyTaxScheme', [leaf('cbc:CompanyID', vatNumber), taxScheme]),
    element('cac:PartyLegalEntity', [leaf('cbc:RegistrationName', name)]),
  ]);
}

function postalAddress(address: Address): Element {
  return element('cac:PostalAddress', [
    leaf('cbc:StreetName', address.street),
    optionalLeaf('cbc:AdditionalStreetName', address.additionalStreet),
    optionalLeaf('cbc:BuildingNumber', address.building),
    optionalLeaf('cbc:CitySubdivisionName', address.district),
    leaf('cbc:CityName', address.city),
    optionalLeaf('cbc:PostalZone', address.postalCode),
    optionalLeaf('cbc:CountrySubentity', address.province),
    element('cac:Country', [leaf('cbc:IdentificationCode', address.country)]),
  ]);
}
