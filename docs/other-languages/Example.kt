import org.openapitools.client.apis.*
import org.openapitools.client.infrastructure.*
import org.openapitools.client.models.*
import org.openapitools.client.models.Error

fun main() {
    ApiClient.accessToken = System.getenv("API_KEY")
    val pets = PetsApi(System.getenv("BASE_URL"))

    for (name in listOf("Rex", "Tom")) {
        val pet = pets.createPet(PetInput(name, 7))
        println("created ${pet.name}")
    }

    var cursor: String? = null
    do {
        val page = pets.listPetsWithHttpInfo(1, PetStatus.available, null, cursor, null) as Success
        page.data?.forEach { println("page ${it.name}") }
        cursor = Regex("cursor=([\\w-]+)").find(page.headers["link"].toString())?.groupValues?.get(1)
    } while (cursor != null)

    try {
        pets.listPets(cursor = "unknown")
    } catch (failed: ClientException) {
        val body = (failed.response as ClientError<*>).body.toString()
        val error = Serializer.moshi.adapter(Error::class.java).fromJson(body)!!
        println("error ${error.status} ${error.code}")
    }

    for (event in EventsApi(System.getenv("BASE_URL")).listEvents(limit = 1))
        println("event ${event.position} ${event.type} ${event.data.name} ${event.data.categoryId}")
}
