import os
import re

from petstore import AuthenticatedClient
from petstore.api.events import list_events
from petstore.api.pets import create_pet, list_pets
from petstore.models import PetInput, PetStatus
from petstore.types import UNSET

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])

for name in ["Rex", "Tom"]:
    pet = create_pet.sync(client=client, body=PetInput(name=name, category_id=7))
    print("created", pet.name)

cursor = UNSET
while cursor is not None:
    page = list_pets.sync_detailed(client=client, status=PetStatus.AVAILABLE, limit=1, cursor=cursor)
    print("page", *[pet.name for pet in page.parsed])
    link = re.search(r"cursor=([\w-]+)", page.headers.get("Link", ""))
    cursor = link and link[1]

error = list_pets.sync(client=client, cursor="unknown")
print("error", error.status, error.code)

for event in list_events.sync(client=client, limit=1):
    print("event", event.position, event.type_, event.data.name, event.data.category_id)
